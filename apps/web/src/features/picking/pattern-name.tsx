import type { ProposedPick } from '@finlist/contract/picking'
import { useTranslation } from '../../i18n/texts.ts'

const variants = ['saucer', 'high-tight-flag', 'ascending', 'consolidation'] as const

/**
 * The name of a base. A pattern 'BASE' is named by its variant alone. An operator's own program may use other variants,
 * which are shown as they are.
 */
export function PatternName({
  pick: { patternType, variant },
}: {
  pick: Pick<ProposedPick, 'patternType' | 'variant'>
}) {
  const t = useTranslation('finlist')
  const named = useTranslation('why')
  if (patternType === 'NIL') return '–'
  const known = variants.find(id => id === variant)
  const of = known ? named(`variant.${known}`) : variant
  if (patternType === 'BASE' && of) return of
  return of ? `${t(`pattern.${patternType}`)} · ${of}` : t(`pattern.${patternType}`)
}
