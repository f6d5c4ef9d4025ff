import type { Language } from './languages.ts'

type SeldomFacts = {
  /** The format of months on a chart's axis. */
  shortMonth: 'short' | 'numeric'
  /** The locale of the payment provider's fields and e-mails. */
  payments: 'en' | 'zh-HK'
  /** The language tag of video captions. */
  captions: string
  /** The locale of the operator's chart of global stocks. */
  chartWidget: string
}

export const seldomFacts: Readonly<Record<Language, SeldomFacts>> = {
  en: { shortMonth: 'short', payments: 'en', captions: 'en', chartWidget: 'en' },
  zh: { shortMonth: 'numeric', payments: 'zh-HK', captions: 'zh-Hant', chartWidget: 'zh_TW' },
}
