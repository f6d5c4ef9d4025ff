export const reportTypes = ['POSITIVE', 'NEGATIVE', 'OTHER'] as const
export type ReportType = (typeof reportTypes)[number]

const positive = /positive|盈喜|正面盈利/i
const negative = /negative|warning|盈警|盈利警告/i

/**
 * The type of a profit announcement, from the exchange's name for the type or from the title, in either language. A
 * text that has words for both good and bad news is 'POSITIVE'; a text that has neither is 'OTHER'.
 */
export const reportTypeOf = (text: string): ReportType =>
  positive.test(text) ? 'POSITIVE' : negative.test(text) ? 'NEGATIVE' : 'OTHER'
