export const reportTypes = ['POSITIVE', 'NEGATIVE', 'OTHER'] as const
export type ReportType = (typeof reportTypes)[number]

const positive = /positive|盈喜|正面盈利/i
const negative = /negative|warning|盈警|盈利警告/i

/**
 * The type of a profit announcement, from its type or its title in either language. `POSITIVE PROFIT ALERT` and `PROFIT
 * WARNING` differ in their first words, so good news is matched first; anything else is 'OTHER'.
 */
export const reportTypeOf = (text: string): ReportType =>
  positive.test(text) ? 'POSITIVE' : negative.test(text) ? 'NEGATIVE' : 'OTHER'
