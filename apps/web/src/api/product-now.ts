import { read } from './storage.ts'

/** What time it is for the product, in ms since the epoch: the browser's time, and by how much a demo was moved on. */
export const productNow = () => Date.now() + (read('operator')?.aheadMs ?? 0)
