import { useLocation, useNavigate } from 'react-router'
import { changedQuery } from '../../parts/changed-query.ts'

/** Whose history is open, and which of its lines is drawn. */
export type Shown = { stock: string; line: string | null } | { participant: string; line: string | null }

/** What the address names: a settlement date, a stock or a participant, and the ways to change it. */
export function useAddress() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const named = new URLSearchParams(search)
  const date = named.get('date')
  const stock = named.get('stock')
  const participant = named.get('participant')
  const drawn = named.get('line')
  const to = (changes: Record<string, string | null>) => {
    const next = changedQuery(search, changes)
    return `${pathname}${next.size ? `?${next}` : ''}`
  }
  const cardsBehind = (state as { cardsBehind?: boolean } | null)?.cardsBehind === true
  const closed = { stock: null, participant: null, line: null }
  const open = stock !== null || participant !== null
  return {
    date: date !== null && /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined,
    /** What the address says for a date, whether it is one or not. */
    said: date || undefined,
    shown: (stock ? { stock, line: drawn } : participant ? { participant, line: drawn } : undefined) satisfies
      | Shown
      | undefined,
    /** What the way in carries as `data-history`, so that the focus finds back to it. */
    opener: stock !== null ? `stock ${stock} ${drawn ?? ''}` : `participant ${participant ?? ''} ${drawn ?? ''}`,
    /** Where a stock's or a participant's history is, with one of its lines drawn. */
    historyAddress: (of: { stock: string } | { participant: string }, line: string) => to({ ...closed, ...of, line }),
    /** From the cards a history is a step forward; from one to another the step stays one. */
    step: { replace: open, state: { cardsBehind: !open || cardsBehind } },
    chooseDate: (chosen: string) => void navigate(to({ ...closed, date: chosen })),
    draw: (line: string) => void navigate(to({ line }), { replace: true, state }),
    close: () => void (cardsBehind ? navigate(-1) : navigate(to(closed), { replace: true })),
  }
}
