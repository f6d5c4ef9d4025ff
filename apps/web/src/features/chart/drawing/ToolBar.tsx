import { LayoutGrid, Magnet, MousePointer2, Redo2, Undo2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useStored, write } from '../../../api/storage.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { useIsPhone } from '../../../ui/is-phone.ts'
import { useToolbar } from '../../../ui/toolbar.ts'
import { ToolButton } from '../ToolButton.tsx'
import { firstTools } from './first-tools.ts'

const FirstTools = lazy(() => import('./FirstTools.tsx'))

type Props = {
  tool: string | undefined
  onTool: (tool: string | undefined) => void
  onAll: () => void
  /** Called when the user is about to draw. */
  onNear: () => void
  mayUndo: boolean
  onUndo: () => void
  mayRedo: boolean
  onRedo: () => void
}

/** The tools next to the chart on a desktop. On a phone, a row above the chart, with all tools in a sheet. */
export function ToolBar({ tool, onTool, onAll, onNear, mayUndo, onUndo, mayRedo, onRedo }: Props) {
  const t = useTranslation('chart')
  const phone = useIsPhone()
  const kept = useStored('drawingTools')
  const magnet = kept['magnet'] === true
  const { onFocus, ...bar } = useToolbar()
  return (
    <div
      {...bar}
      aria-label={t('tools')}
      aria-orientation={phone ? 'horizontal' : 'vertical'}
      onPointerEnter={onNear}
      onFocus={event => {
        onFocus?.(event)
        onNear()
      }}
      className="flex gap-0.5 max-md:flex-wrap max-md:border-b max-md:border-line max-md:py-1 md:flex-col md:border-r md:border-line md:pr-1"
    >
      <ToolButton label={t('tool.pointer')} on={tool === undefined} onClick={() => onTool(undefined)}>
        <MousePointer2 size={16} aria-hidden />
      </ToolButton>
      {!phone && (
        <div className="flex min-h-67.5 flex-col gap-0.5">
          <Suspense>
            <FirstTools tool={tool} onTool={onTool} />
          </Suspense>
        </div>
      )}
      <ToolButton
        label={t('tools.all')}
        on={tool !== undefined && (phone || !firstTools.includes(tool))}
        aria-haspopup="dialog"
        onClick={onAll}
      >
        <LayoutGrid size={16} aria-hidden />
        {phone && t('tools.all')}
      </ToolButton>
      <span
        aria-hidden
        className="shrink-0 border-line max-md:mx-1 max-md:ml-auto max-md:border-l md:my-1 md:border-t"
      />
      <ToolButton label={t('magnet')} on={magnet} onClick={() => write('drawingTools', { ...kept, magnet: !magnet })}>
        <Magnet size={16} aria-hidden />
      </ToolButton>
      <ToolButton label={t('undo')} disabled={!mayUndo} onClick={onUndo}>
        <Undo2 size={16} aria-hidden />
      </ToolButton>
      <ToolButton label={t('redo')} disabled={!mayRedo} onClick={onRedo}>
        <Redo2 size={16} aria-hidden />
      </ToolButton>
    </div>
  )
}
