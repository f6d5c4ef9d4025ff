import { useTranslation } from '../../../i18n/texts.ts'
import Dialog from '../../../ui/dialogs/dialog.tsx'
import { usedTools } from './kept-tools.ts'
import { groups, type Kind } from './kind.ts'
import { kindOf, kinds } from './kinds.ts'
import { ToolIcon } from './ToolIcon.tsx'
import { useWords } from './use-words.ts'

type Props = { tool: string | undefined; onTool: (type: string) => void; onClose: () => void }

/** All tools by group, preceded by the recently used ones. */
export function ToolSheet({ tool, onTool, onClose }: Props) {
  const { t, nameOf } = useWords()
  const tChart = useTranslation('chart')
  const used = usedTools().flatMap(type => kindOf(type) ?? [])
  const sections = [
    ...(used.length > 0 ? [{ id: 'used', name: t('tools.used'), tools: used }] : []),
    ...groups.map(group => ({
      id: group,
      name: t(`group.${group}`),
      tools: kinds.filter(kind => kind.group === group),
    })),
  ]
  return (
    <Dialog open onClose={onClose} title={tChart('tools')} closeLabel={tChart('close')}>
      <div className="grid gap-4">
        {sections.map(({ id, name, tools }) => (
          <section key={id} aria-label={name}>
            <h3 className="text-12 text-faded">{name}</h3>
            <ul className="-mx-2 grid grid-cols-2 gap-x-1 md:grid-cols-3">
              {tools.map(kind => (
                <li key={kind.type}>
                  <Tool kind={kind} name={nameOf(kind)} on={kind.type === tool} onClick={() => onTool(kind.type)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

const Tool = ({ kind, name, on, onClick }: { kind: Kind; name: string; on: boolean; onClick: () => void }) => (
  <button
    type="button"
    aria-pressed={on}
    onClick={onClick}
    className="flex min-h-11 w-full items-center gap-2.5 rounded-sm px-2 text-start text-14 hover:bg-wash aria-pressed:bg-accent-wash aria-pressed:font-strong aria-pressed:text-accent md:min-h-9 md:text-13"
  >
    <ToolIcon kind={kind} />
    {name}
  </button>
)
