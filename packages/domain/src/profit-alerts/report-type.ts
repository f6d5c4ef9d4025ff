export const reportTypes = ['POSITIVE', 'NEGATIVE', 'OTHER'] as const
export type ReportType = (typeof reportTypes)[number]

const positive = /positive|盈喜|正面盈利/i
const negative = /negative|warning|盈警|盈利警告/i

/**
 * What an announcement says of profits, by its type or its title in either language. `POSITIVE PROFIT ALERT` and
 * `PROFIT WARNING` are told apart by their first words, so that good news is looked for first; what is neither is other.
 */
export const reportTypeOf = (text: string): ReportType =>
  positive.test(text) ? 'POSITIVE' : negative.test(text) ? 'NEGATIVE' : 'OTHER'
