import type { CorporateActionFacts } from '@finlist/contract/corporate-action'
import type { Translate } from '../../i18n/texts.ts'

/** A corporate action in a few words: '7 for 1 split'. */
export function actionInWords(action: CorporateActionFacts, t: Translate<'stock'>): string {
  const { kind, numerator, denominator, amount, currency } = action
  return t(`action.${kind}`, {
    ...(numerator !== null && denominator !== null && { numerator, denominator, extra: numerator - denominator }),
    ...(amount !== null && { amount, currency: currency ?? '' }),
  })
}
