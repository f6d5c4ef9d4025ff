import { type DrawingType, drawingTypes } from '@finlist/domain/chart/drawings'
import {
  Columns2,
  Minus,
  MousePointer2,
  MoveUpRight,
  Redo2,
  Rows4,
  SeparatorVertical,
  Slash,
  Square,
  Trash2,
  Type,
  Undo2,
} from 'lucide-react'
import { useTranslation } from '../../../i18n/texts.ts'
import { ToolButton } from '../ToolButton.tsx'

const icons: Record<DrawingType, typeof Slash> = {
  trend: Slash,
  ray: MoveUpRight,
  horizontal: Minus,
  vertical: SeparatorVertical,
  rectangle: Square,
  channel: Columns2,
  fibonacci: Rows4,
  text: Type,
}

type Props = {
  tool: DrawingType | undefined
  onTool: (tool: DrawingType | undefined) => void
  selected: boolean
  onDelete: () => void
  mayUndo: boolean
  onUndo: () => void
  mayRedo: boolean
  onRedo: () => void
}

/** Beside the chart on a desktop, a line above it on a phone. */
export function ToolBar({ tool, onTool, selected, onDelete, mayUndo, onUndo, mayRedo, onRedo }: Props) {
  const t = useTranslation('chart')
  return (
    <div
      role="toolbar"
      aria-label={t('tools')}
      aria-orientation="vertical"
      className="flex gap-0.5 overflow-x-auto [scrollbar-width:none] max-md:border-b max-md:border-line max-md:py-1 md:flex-col md:overflow-visible md:border-r md:border-line md:pr-1"
    >
      <ToolButton label={t('tool.pointer')} on={tool === undefined} onClick={() => onTool(undefined)}>
        <MousePointer2 size={16} aria-hidden />
      </ToolButton>
      {drawingTypes.map(type => {
        const Icon = icons[type]
        return (
          <ToolButton
            key={type}
            label={t(`tool.${type}`)}
            on={tool === type}
            onClick={() => onTool(tool === type ? undefined : type)}
          >
            <Icon size={16} aria-hidden className={type === 'channel' ? 'rotate-60' : ''} />
          </ToolButton>
        )
      })}
      <span aria-hidden className="shrink-0 border-line max-md:mx-1 max-md:border-l md:my-1 md:border-t" />
      <ToolButton label={t('undo')} disabled={!mayUndo} onClick={onUndo}>
        <Undo2 size={16} aria-hidden />
      </ToolButton>
      <ToolButton label={t('redo')} disabled={!mayRedo} onClick={onRedo}>
        <Redo2 size={16} aria-hidden />
      </ToolButton>
      <ToolButton label={t('drawing.delete')} disabled={!selected} onClick={onDelete}>
        <Trash2 size={16} aria-hidden />
      </ToolButton>
    </div>
  )
}
