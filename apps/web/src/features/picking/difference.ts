import type { ProposalOfWeek, ProposedPick } from '@finlist/contract/picking'

const hasEdit = ({ edits }: ProposedPick, kind: string) => edits.some(({ what }) => what === kind)
export const isAdded = (pick: ProposedPick) => hasEdit(pick, 'add')
export const isChanged = (pick: ProposedPick) => hasEdit(pick, 'change')

type Named = Pick<ProposedPick, 'stockCode' | 'stockName' | 'stockNameZh'>

export const differences = ['new', 'stayed', 'leaving', 'vetoed', 'added', 'changed'] as const
export type Difference = (typeof differences)[number]

/**
 * The changes that publishing would make to the previous list, and the changes that staff made. A stock may be in
 * several groups: one that staff removed is also leaving if it was on the previous list.
 */
export function differenceOf({ picks, leaving }: ProposalOfWeek): Record<Difference, readonly Named[]> {
  const listed = picks.filter(({ isVetoed }) => !isVetoed)
  return {
    new: listed.filter(({ before }) => !before),
    stayed: listed.filter(({ before }) => before),
    leaving,
    vetoed: picks.filter(({ isVetoed }) => isVetoed),
    added: listed.filter(isAdded),
    changed: listed.filter(isChanged),
  }
}
