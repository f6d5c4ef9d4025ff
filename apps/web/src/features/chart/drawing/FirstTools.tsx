import { Columns2, Minus, MoveUpRight, Rows4, SeparatorVertical, Slash, Square, Type } from 'lucide-react'
import { useTranslation } from '../../../i18n/texts.ts'
import { ToolButton } from '../ToolButton.tsx'
import type { FirstTool } from './first-tools.ts'

const icons = {
  trend: Slash,
  ray: MoveUpRight,
  horizontal: Minus,
  vertical: SeparatorVertical,
  rectangle: Square,
  channel: Columns2,
  fibonacci: Rows4,
  text: Type,
} satisfies Record<FirstTool, unknown>

type Props = { tool: string | undefined; onTool: (tool: string | undefined) => void }

/** The tools next to the chart on a desktop. Lazy-loaded, because phones show all tools in a sheet instead. */
export default function FirstTools({ tool, onTool }: Props) {
  const t = useTranslation('chart')
  return (Object.keys(icons) as FirstTool[]).map(type => {
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
  })
}
