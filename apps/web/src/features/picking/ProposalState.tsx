import type { ProposalOfWeek } from '@finlist/contract/picking'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'

const variants = { open: 'accent', 'handed-in': 'accent', published: 'good', dropped: 'plain' } as const

export function ProposalState({ state }: Pick<ProposalOfWeek, 'state'>) {
  const t = useTranslation('picking')
  return <Badge variant={variants[state]}>{t(`state.${state}`)}</Badge>
}
