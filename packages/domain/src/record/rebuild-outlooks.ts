import { outlooksOf } from '../learning/list-outlooks.ts'
import type { OutlookModel } from '../learning/outlook.ts'
import type { Stock } from '../picking/bars.ts'
import { canonical } from '../picking/canonical.ts'
import type { PickingIssue } from '../picking/issue.ts'
import { looksOf } from '../picking/look.ts'
import type { IssueOutlooks } from './issue-outlooks.ts'
import { type Difference, mostShown } from './rebuild.ts'

/** Recomputes a list's outlooks from bars and the model that they name. Returns one difference for each that differs. */
export function rebuildOutlooks(
  { picks }: IssueOutlooks,
  { list, stocks, day }: { list: PickingIssue; stocks: readonly Stock[]; day: number },
  model: OutlookModel | undefined,
): Difference[] {
  const codes = [...new Set([...list.picks.map(({ code }) => code), ...Object.keys(picks)])]
  const made = outlooksOf(list.market, stocks, { looks: looksOf(list.market, stocks, day), day, codes }, model)
  const [recorded, ours] = [textsOf(picks), textsOf(made)]
  return codes.flatMap(code => {
    const [one, other] = [recorded.get(code) ?? '', ours.get(code) ?? '']
    return one === other
      ? []
      : [{ code, field: 'outlook', recorded: one.slice(0, mostShown), made: other.slice(0, mostShown) }]
  })
}

const textsOf = (picks: IssueOutlooks['picks']) =>
  new Map(Object.entries(picks).map(([code, outlook]) => [code, canonical(outlook)]))
