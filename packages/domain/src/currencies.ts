import { type Currency, markets } from './markets.ts'

/** Every currency used for prices. */
export const currencies = [...new Set(markets.map(({ currency }) => currency as Currency))] as [Currency, ...Currency[]]
