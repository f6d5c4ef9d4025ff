import { read } from './storage.ts'

/** The product's time in ms since the epoch: the browser's time, plus the time by which a demo was moved ahead. */
export const productNow = () => Date.now() + (read('operator')?.aheadMs ?? 0)
