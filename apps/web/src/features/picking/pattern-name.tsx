import type { ProposedPick } from '@finlist/contract/picking'
import { useTranslation } from '../../i18n/texts.ts'

const variants = ['saucer', 'high-tight-flag', 'ascending', 'consolidation'] as const

/** The base by name; an uncommon kind by its variant alone. An operator's own program may name others. */
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
