import '../../../i18n/seldom-texts.ts'
import { user } from '@finlist/contract/account/account'
import type { Resolution } from '@finlist/domain/chart/spans'
import type { Study } from '@finlist/domain/chart/studies'
import type { ExchangeId } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../../api/query-client.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import Dialog from '../../../ui/dialogs/dialog.tsx'
import type { BoardActions } from '../use-board.ts'
import { AddStudy } from './AddStudy.tsx'
import { allKinds } from './all-kinds.ts'
import { StudyList } from './StudyList.tsx'
import { studyNames } from './study-names.ts'
import { Templates } from './Templates.tsx'

type Props = {
  studies: readonly Study[]
  resolution: Resolution
  mayHaveStrength: boolean
  /** The market in which the chart's stock is ranked; omitted if the stock has no known rank. */
  ranked?: ExchangeId | undefined
  act: Pick<BoardActions, 'setStudies' | 'setStudy' | 'removeStudy' | 'set'>
  heights: () => Record<string, number>
  /** The id of the study whose settings were requested; true for all studies. */
  at: string | true
  onClose: () => void
}

/** Lazy-loaded. Adds, edits, styles, reorders and removes the chart's studies, and manages their templates. */
export default function StudyDialog({
  studies,
  resolution,
  mayHaveStrength,
  ranked,
  act,
  heights,
  at,
  onClose,
}: Props) {
  const t = useTranslation('chart')
  const [said, setSaid] = useState('')
  const { data: me } = useQuery({ ...callQuery(user), enabled: ranked !== undefined })
  const may: Record<string, boolean> = {
    RS: mayHaveStrength,
    RANK: ranked !== undefined && me?.rights.includes(`finlist:${ranked}`) === true,
  }
  const known = Object.keys(allKinds).filter(type => may[type] ?? true)
  return (
    <Dialog
      open
      onClose={onClose}
      title={at === true ? t('studies') : t('study.settings', { name: studyNames(studies, t).get(at) ?? '' })}
      closeLabel={t('close')}
    >
      {at === true && <AddStudy studies={studies} known={known} act={act} onSaid={setSaid} />}
      <StudyList
        studies={studies}
        known={known}
        resolution={resolution}
        act={{
          ...act,
          removeStudy(id) {
            act.removeStudy(id)
            if (at !== true) onClose()
          },
        }}
        heights={heights}
        at={at}
        onSaid={setSaid}
      />
      {at === true && (
        <Templates
          studies={studies}
          heights={heights}
          onApply={(next, panes) => {
            act.set({ studies: next, heights: panes })
            onClose()
          }}
        />
      )}
      <output className="sr-only">{said}</output>
    </Dialog>
  )
}
