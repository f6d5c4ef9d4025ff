import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import type { Board, BoardActions } from '../use-board.ts'
import { useMemory } from './use-memory.ts'

type Props = { board: Board; act: BoardActions; onRestored: (taken: Partial<Board>) => void }

/** Synchronises the chart with the user's other devices, and reports conflicts. */
export function Memory({ board, act, onRestored }: Props) {
  const t = useTranslation('chart')
  const met = useMemory(board, act, onRestored)
  return (
    <output className="block text-12 text-faded">
      {met && t(`memory.${met.how}`, { at: hongKongDate(met.at, 'moment') })}
    </output>
  )
}
