import '../../../i18n/seldom-texts.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import type { ChartDoc } from '../chart-doc.ts'
import type { Board } from '../use-board.ts'
import type { Saved } from './ChartFile.tsx'
import { keepChart } from './keep-chart.ts'
import OpenDialog from './OpenDialog.tsx'
import SaveDialog from './SaveDialog.tsx'
import { useFailure } from './use-failure.ts'

const Question = lazy(() => import('../../../ui/dialogs/confirm-dialog.tsx'))

type Props = {
  doing: 'open' | 'save-as'
  board: Board
  content: () => string
  suggested: string
  /** Whether the chart has unsaved changes. */
  hasWork: boolean
  onSaved: (saved: Board['saved']) => void
  onNoted: (saved: Saved) => void
  onOpen: (doc: ChartDoc, saved: Saved) => void
  onSaid: (text: string) => void
  onClose: () => void
}

/** Lazy-loaded. The dialogs that open a saved chart, or save the chart under a name. */
export default function FileDialogs(props: Props) {
  const { doing, board, content, suggested, hasWork, onSaved, onNoted, onOpen, onSaid, onClose } = props
  const t = useTranslation('chart-file')
  const tChart = useTranslation('chart')
  const failed = useFailure()
  const [opened, setOpened] = useState<{ doc: ChartDoc; saved: Saved }>()
  const { saved, symbol, resolution } = board
  const take = (doc: ChartDoc, of: Saved) => {
    onClose()
    onOpen(doc, of)
    onSaid(t('opened', { name: of.name }))
  }
  if (doing === 'save-as')
    return (
      <SaveDialog
        name={saved?.name ?? suggested}
        chart={() => ({ content: content(), symbol, resolution })}
        onSave={(body, over) =>
          keepChart(body, over).then(next => {
            onClose()
            onNoted(next)
          }, failed)
        }
        onClose={onClose}
      />
    )
  if (opened)
    return (
      <Suspense>
        <Question
          title={t('discard.title')}
          yesLabel={t('discard')}
          noLabel={tChart('cancel')}
          onAnswer={yes => (yes ? take(opened.doc, opened.saved) : setOpened(undefined))}
        >
          <p>{t('discard.question')}</p>
        </Question>
      </Suspense>
    )
  return (
    <OpenDialog
      onOpen={(doc, of) => (hasWork ? setOpened({ doc, saved: of }) : take(doc, of))}
      onDeleted={id => saved?.id === id && onSaved(undefined)}
      onClose={onClose}
    />
  )
}
