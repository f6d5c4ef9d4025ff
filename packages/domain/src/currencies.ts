import { type Currency, markets } from './markets.ts'

/** Every currency that prices are in. */
export const currencies = [...new Set(markets.map(({ currency }) => currency as Currency))] as [Currency, ...Currency[]]
