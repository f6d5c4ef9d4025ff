import { useMemo } from 'react'
import Compare from './compare/Compare.tsx'
import { CompareDialog } from './compare/CompareDialog.tsx'
import { ReplayStart } from './replay/ReplayStart.tsx'
import type { BoardActions } from './use-board.ts'

type Props = Omit<React.ComponentProps<typeof Compare>, 'onRemove'> & {
  act: Pick<BoardActions, 'set' | 'removeCompared'>
  opened: Opened | undefined
  onClose: () => void
  onReplay: (symbol: string, from: string) => void
}
export type Opened = 'compare' | 'replay'

/** Lazy-loaded. Rarely used parts of a chart: the comparison and its dialog, and the dialog that starts a replay. */
export default function Extras({ act, opened, onClose, onReplay, compared, ...of }: Props) {
  const { symbol, engine, bars } = of
  const others = useMemo(() => compared.filter(it => it.symbol !== symbol), [compared, symbol])
  return (
    <>
      {others.length > 0 && <Compare compared={others} onRemove={act.removeCompared} {...of} />}
      {opened === 'compare' && (
        <CompareDialog
          symbol={symbol}
          compared={compared}
          asOf={of.asOf}
          onChange={next => act.set({ compared: next })}
          onClose={onClose}
        />
      )}
      {opened === 'replay' && engine && bars.length > 0 && (
        <ReplayStart engine={engine} bars={bars} onStart={from => onReplay(symbol, from)} onClose={onClose} />
      )}
    </>
  )
}
