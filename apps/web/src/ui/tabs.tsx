import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'

/** `aside` is always read out and seen only where `asideShown`. */
type Tab = { value: string; label: string; aside: string; asideShown: boolean }
type Props = {
  label: string
  tabs: readonly Tab[]
  value: string | undefined
  onChange: (value: string, how: 'press' | 'arrow') => void
  panel: string
  backLabel: string
  onLabel: string
}

/** One line of tabs that scrolls sideways and keeps the chosen one in view; arrows, Home and End choose. */
export function Tabs({ label, tabs, value, onChange, panel, backLabel, onLabel }: Props) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (chosen && strip.current) bringIntoView(strip.current, chosen)
  }, [value, tabs])

  const walk = (event: KeyboardEvent) => {
    const at = tabs.findIndex(tab => tab.value === value)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    strip.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus({ preventScroll: true })
    onChange(next.value, 'arrow')
  }
  const turn = (by: number) =>
    strip.current?.scrollBy({ left: by * strip.current.clientWidth * 0.8, behavior: 'smooth' })

  return (
    <div className="flex items-stretch border-b border-line">
      <TurnButton label={backLabel} onClick={() => turn(-1)} Sign={ChevronLeft} />
      <div
        ref={strip}
        role="tablist"
        aria-label={label}
        className="relative flex min-w-0 flex-1 overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
      >
        {tabs.map(tab => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            data-value={tab.value}
            aria-selected={tab.value === value}
            aria-controls={panel}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value, 'press')}
            onKeyDown={walk}
            className="-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-3 text-13 whitespace-nowrap text-faded -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-strong aria-selected:text-accent md:min-h-9"
          >
            {tab.label}{' '}
            <span className={tab.asideShown ? 'text-12 font-normal text-faded' : 'sr-only'}>{tab.aside}</span>
          </button>
        ))}
      </div>
      <TurnButton label={onLabel} onClick={() => turn(1)} Sign={ChevronRight} />
    </div>
  )
}

/** For the mouse; a finger swipes and the keyboard walks the tabs. */
function TurnButton({ label, onClick, Sign }: { label: string; onClick: () => void; Sign: typeof ChevronLeft }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={label}
      aria-label={label}
      onClick={onClick}
      className="hidden w-7 shrink-0 place-items-center text-faded hover:bg-wash hover:text-ink md:grid"
    >
      <Sign size={15} aria-hidden />
    </button>
  )
}

function bringIntoView(strip: HTMLElement, tab: HTMLElement) {
  const left = tab.offsetLeft - strip.offsetLeft
  const room = strip.clientWidth - tab.offsetWidth
  if (left < strip.scrollLeft || left > strip.scrollLeft + room) strip.scrollLeft = left - room / 2
}
