import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '../../../api/call-error.ts'
import { showAlert } from '../../../components/notices/show-alert.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { RowMenu } from '../../../ui/row-menu.tsx'
import type { ChartDoc } from '../chart-doc.ts'
import { ToolButton } from '../ToolButton.tsx'
import type { TakenOut } from '../take-out.ts'
import type { Board } from '../use-board.ts'

const FileDialogs = lazy(() => import('./FileDialogs.tsx'))

export type Saved = NonNullable<Board['saved']>
type Props = {
  board: Board
  /** Returns the content to save. */
  content: () => string
  suggested: string
  onSaved: (saved: Board['saved']) => void
  onOpen: (doc: ChartDoc, saved: Saved) => void
  onOut: (what: TakenOut) => void
}

/** Opens or saves the chart, or exports it as a picture or as data. */
export function ChartFile({ board, content, suggested, onSaved, onOpen, onOut }: Props) {
  const t = useTranslation('chart')
  const [doing, setDoing] = useState<'open' | 'save-as'>()
  const [said, setSaid] = useState('')
  const { saved, symbol, resolution } = board
  const isChanged = saved !== undefined && saved.content !== content()

  const note = (next: Saved) => {
    onSaved(next)
    setSaid(t('saved', { name: next.name }))
  }
  const save = async () => {
    if (!saved) return setDoing('save-as')
    try {
      const { keepChart } = await import('./keep-chart.ts')
      note(await keepChart({ name: saved.name, content: content(), symbol, resolution }, saved.id))
    } catch (error) {
      void showAlert(errorMessage(error) ?? t('storage.failed'))
    }
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
          { label: t('picture'), onChoose: () => onOut('picture'), ruled: true },
          { label: t('csv'), onChoose: () => onOut('csv') },
          {
            label: t('link'),
            onChoose: () => {
              onOut('link')
              setSaid(t('link.copied'))
            },
          },
        ]}
      />
      <output className="sr-only">{said}</output>
      <Suspense>
        {doing && (
          <FileDialogs
            {...{ doing, board, content, suggested, onSaved, onOpen }}
            hasWork={isChanged || (!saved && Object.values(board.drawn).some(({ now }) => now.length > 0))}
            onNoted={note}
            onSaid={setSaid}
            onClose={() => setDoing(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}
