import { type ChartToSave, saveChart, saveChartOver, savedCharts } from '@finlist/contract/chart-storage'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { request } from '../../../api/request.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { RowMenu } from '../../../ui/row-menu.tsx'
import type { ChartDoc } from '../chart-doc.ts'
import { own } from '../queries.ts'
import { ToolButton } from '../ToolButton.tsx'
import type { Board } from '../use-board.ts'
import { useFailure } from './use-failure.ts'

const OpenDialog = lazy(() => import('./OpenDialog.tsx'))
const SaveDialog = lazy(() => import('./SaveDialog.tsx'))
const Question = lazy(() => import('../../../ui/confirm-dialog.tsx'))

type Props = {
  board: Board
  /** The chart's content to be saved. */
  content: () => string
  suggested: string
  onSaved: (saved: Board['saved']) => void
  onOpen: (doc: ChartDoc, saved: NonNullable<Board['saved']>) => void
  onPicture: () => void
  onCsv: () => void
  onLink: () => void
}

/** Opens and saves the chart, and exports it as a picture or as data. */
export function ChartFile({ board, content, suggested, onSaved, onOpen, onPicture, onCsv, onLink }: Props) {
  const t = useTranslation('chart')
  const queries = useQueryClient()
  const failed = useFailure()
  const [doing, setDoing] = useState<'open' | 'save-as'>()
  const [opened, setOpened] = useState<{ doc: ChartDoc; saved: NonNullable<Board['saved']> }>()
  const [said, setSaid] = useState('')
  const { saved, symbol, resolution } = board
  const isChanged = saved !== undefined && saved.content !== content()
  const hasWork = isChanged || (!saved && Object.values(board.drawn).some(({ now }) => now.length > 0))

  const note = async (next: NonNullable<Board['saved']>) => {
    onSaved(next)
    setSaid(t('saved', { name: next.name }))
    await queries.invalidateQueries({ queryKey: [savedCharts.path] })
  }
  const saveAs = async (body: ChartToSave, over: number | undefined) => {
    const saving =
      over === undefined
        ? request(saveChart, { query: own, body }).then(({ id }) => id)
        : request(saveChartOver, { params: { id: over }, query: own, body }).then(() => over)
    await saving.then(id => {
      setDoing(undefined)
      return note({ id, name: body.name, content: body.content })
    }, failed)
  }
  const save = async () => {
    if (!saved) return setDoing('save-as')
    const body = { name: saved.name, content: content(), symbol, resolution }
    await request(saveChartOver, { params: { id: saved.id }, query: own, body }).then(
      () => note({ ...saved, content: body.content }),
      failed,
    )
  }
  const take = (doc: ChartDoc, of: NonNullable<Board['saved']>) => {
    setDoing(undefined)
    setOpened(undefined)
    onOpen(doc, of)
    setSaid(t('opened', { name: of.name }))
  }
  return (
    <div className="flex items-center">
      {saved && (
        <span className="max-w-40 truncate px-2 text-13 text-faded max-xl:hidden">
          {saved.name}
          {isChanged && ` (${t('changed')})`}
        </span>
      )}
      <ToolButton label={t('open.button')} aria-haspopup="dialog" onClick={() => setDoing('open')} />
      <ToolButton label={t('save')} onClick={() => void save()} />
      <RowMenu
        label={t('more')}
        items={[
          { label: t('save-as'), onChoose: () => setDoing('save-as') },
          { label: t('picture'), onChoose: onPicture, ruled: true },
          { label: t('csv'), onChoose: onCsv },
          {
            label: t('link'),
            onChoose: () => {
              onLink()
              setSaid(t('link.copied'))
            },
          },
        ]}
      />
      <output className="sr-only">{said}</output>
      <Suspense>
        {doing === 'save-as' && (
          <SaveDialog
            name={saved?.name ?? suggested}
            chart={() => ({ content: content(), symbol, resolution })}
            onSave={saveAs}
            onClose={() => setDoing(undefined)}
          />
        )}
        {doing === 'open' && (
          <OpenDialog
            onOpen={(doc, of) => (hasWork ? setOpened({ doc, saved: of }) : take(doc, of))}
            onDeleted={id => saved?.id === id && onSaved(undefined)}
            onClose={() => setDoing(undefined)}
          />
        )}
        {opened && (
          <Question
            title={t('discard.title')}
            yesLabel={t('discard')}
            noLabel={t('cancel')}
            onAnswer={yes => (yes ? take(opened.doc, opened.saved) : setOpened(undefined))}
          >
            <p>{t('discard.question')}</p>
          </Question>
        )}
      </Suspense>
    </div>
  )
}
