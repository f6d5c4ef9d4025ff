import { useLocation, useNavigate } from 'react-router'
import { changedQuery } from '../../components/changed-query.ts'

/** The open history, and the line drawn in it. */
export type Shown = { stock: string; line: string | null } | { participant: string; line: string | null }

/** The settlement date and the stock or participant named in the address, and functions that change them. */
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
    /** The date exactly as in the address, even if it is invalid. */
    said: date || undefined,
    shown: (stock ? { stock, line: drawn } : participant ? { participant, line: drawn } : undefined) satisfies
      | Shown
      | undefined,
    /** The `data-history` of the link that opened the history, so that the focus returns to it. */
    opener: stock !== null ? `stock ${stock} ${drawn ?? ''}` : `participant ${participant ?? ''} ${drawn ?? ''}`,
    /** The address of a stock's or a participant's history, with one of its lines drawn. */
    historyAddress: (of: { stock: string } | { participant: string }, line: string) => to({ ...closed, ...of, line }),
    /**
     * Navigation to a holding history: from the cards, it adds an entry to the browser's history; from another holding
     * history, it replaces the entry.
     */
    step: { replace: open, state: { cardsBehind: !open || cardsBehind } },
    /** The list that a phone shows. */
    tab: named.get('tab'),
    chooseTab: (tab: string, how: 'press' | 'arrow') => void navigate(to({ tab }), { replace: how === 'arrow' }),
    chooseDate: (chosen: string) => void navigate(to({ ...closed, date: chosen })),
    draw: (line: string) => void navigate(to({ line }), { replace: true, state }),
    close: () => void (cardsBehind ? navigate(-1) : navigate(to(closed), { replace: true })),
  }
}
