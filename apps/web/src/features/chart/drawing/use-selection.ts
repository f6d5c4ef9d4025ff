import type { Drawing } from '@finlist/domain/chart/drawings'
import { useState } from 'react'
import { useWords } from './use-words.ts'

type Props = {
  drawings: readonly Drawing[]
  /** Whether a tool is active. Nothing is selected then. */
  isDrawing: boolean
  say: (text: string) => void
}

/** The selection among the chart's drawings. */
export function useSelection({ drawings, isDrawing, say }: Props) {
  const { t } = useWords()
  const [selectedIds, select] = useState<readonly string[]>([])
  /** Whether a tap or a click adds to the selection, or removes from it. */
  const [isSeveral, setSeveral] = useState(false)
  const chosen = isDrawing ? [] : drawings.filter(({ id }) => selectedIds.includes(id))
  const chosenIds = chosen.map(({ id }) => id)
  return {
    chosen,
    chosenIds,
    isSeveral,
    setSeveral,
    select,
    choose(id: string | undefined, more: boolean) {
      if (more && id === undefined) return
      const next = more ? chosenIds.filter(it => it !== id) : []
      const ids = id === undefined || (more && chosenIds.includes(id)) ? next : [...next, id]
      select(ids)
      if (more) say(t('drawings.selected', { count: ids.length }))
    },
    chooseSeveral() {
      setSeveral(!isSeveral)
      if (!isSeveral) say(t('drawings.tap'))
    },
    chooseAll() {
      const ids = drawings.flatMap(({ id, hidden }) => (hidden ? [] : [id]))
      select(ids)
      say([t('drawings.selected', { count: ids.length }), t('drawings.how')].join('. '))
    },
  }
}
