import type { Resolution } from '@finlist/domain/chart/spans'
import type { Study } from '@finlist/domain/chart/studies'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import type { BoardActions } from '../use-board.ts'
import { allKinds } from './all-kinds.ts'
import { moved } from './moved.ts'
import { coloursOf } from './plots-of.ts'
import { StudyRow } from './StudyRow.tsx'
import { studyNames } from './study-names.ts'

type Props = {
  studies: readonly Study[]
  known: readonly string[]
  resolution: Resolution
  act: Pick<BoardActions, 'setStudies' | 'setStudy' | 'removeStudy' | 'set'>
  heights: () => Record<string, number>
  at: string | true
  onSaid: (text: string) => void
}

/**
 * The studies on the chart, in the order of their panes. The user reorders them by dragging a handle, or with the
 * handle's arrow keys.
 */
export function StudyList({ studies, known, resolution, act, heights, at, onSaid }: Props) {
  const t = useTranslation('studies')
  const tChart = useTranslation('chart')
  const list = useRef<HTMLUListElement>(null)
  const names = studyNames(studies, tChart)
  const colours = coloursOf(studies, allKinds)
  const shown = studies.filter(({ id, type }) => known.includes(type) && (at === true || at === id))

  /**
   * Moves a study to the place of another, given by its index among the displayed studies. The chart may also contain
   * studies that the user may not see.
   */
  const move = (id: string, to: number) => {
    const target = shown[to]
    if (!target) return
    act.setStudies(before => {
      const at = (wanted: string) => before.findIndex(study => study.id === wanted)
      return moved(before, at(id), at(target.id))
    })
    onSaid(t('moved', { name: names.get(id) ?? '', place: to + 1, count: shown.length }))
  }
  const byKey = (event: KeyboardEvent, id: string) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!by) return
    event.preventDefault()
    move(id, shown.findIndex(study => study.id === id) + by)
  }
  const byDrag = (event: PointerEvent, id: string) => {
    if (event.button !== 0) return
    const gone = new AbortController()
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const rows = [...(list.current?.children ?? [])].map(row => row.getBoundingClientRect())
      const over = rows.findIndex(({ top, bottom }) => clientY >= top && clientY < bottom)
      const from = [...(list.current?.children ?? [])].findIndex(row => (row as HTMLElement).dataset['id'] === id)
      const to = rows[over]
      if (over === -1 || over === from || !to || !rows[from]) return
      // Rows differ in height. The dragged row takes the place of another once it reaches that row's far half.
      const isBeyond = over > from ? clientY > to.bottom - rows[from].height : clientY < to.top + rows[from].height
      if (isBeyond) move(id, over)
    }
    addEventListener('pointermove', follow, gone)
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => gone.abort(), gone)
  }
  return (
    <>
      {at === true && <h3 className="mt-6 text-13 font-strong">{t('on-chart')}</h3>}
      {shown.length === 0 && <p className="mt-2 text-14 text-faded">{t('none')}</p>}
      <ul ref={list}>
        {shown.map(study => (
          <StudyRow
            key={study.id}
            study={study}
            kind={allKinds[study.type]!}
            name={names.get(study.id) ?? ''}
            colour={colours.get(study.id)!}
            resolution={resolution}
            act={act}
            heights={heights}
            isAlone={at !== true}
            onDrag={event => byDrag(event, study.id)}
            onKey={event => byKey(event, study.id)}
          />
        ))}
      </ul>
      <p className="mt-2 text-12 text-faded">{t('blank')}</p>
    </>
  )
}
