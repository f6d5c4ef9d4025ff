import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'

type Props = {
  /** A button of the page, or a spot on the page. */
  anchor: RefObject<HTMLElement | null> | { getBoundingClientRect: () => DOMRect; contextElement: Element }
  open: boolean
  onOpenChange: (open: boolean) => void
  label: string
  className?: string
  children: ReactNode
}

/** Lazy-loaded. A menu that drops down from a button or a spot. Arrow keys move through it, Escape closes it. */
export function Menu({ anchor, open, onOpenChange, label, className = 'w-64', children }: Props) {
  const origin = 'current' in anchor ? anchor.current : anchor.contextElement
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      {/* Rendered in the anchor's landmark, so that people who navigate by landmarks find it there. */}
      <Base.Portal container={origin?.closest<HTMLElement>('header, main') ?? null}>
        <Base.Positioner anchor={anchor} align={'current' in anchor ? 'end' : 'start'} sideOffset={6} className="z-40">
          <Base.Popup
            aria-label={label}
            finalFocus={'current' in anchor ? anchor : () => anchor.contextElement as HTMLElement}
            className={`max-h-[var(--available-height)] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-line bg-raised p-1 text-ink shadow-float outline-none ${className}`}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const menuItemClass =
  'flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-sm px-3 text-14 text-ink no-underline outline-none select-none data-highlighted:bg-wash md:min-h-8 md:px-2.5 md:text-13'

export function MenuItem({
  onClick,
  render,
  children,
}: {
  onClick?: () => void
  render?: React.ReactElement
  children: ReactNode
}) {
  return (
    <Base.Item className={menuItemClass} {...(onClick && { onClick })} {...(render && { render, nativeButton: false })}>
      {children}
    </Base.Item>
  )
}

export const MenuLine = () => <Base.Separator className="my-1 border-t border-line" />

type Choice<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly { value: V; label: string; lang?: string }[]
}

export function MenuChoice<V extends string>({ label, value, onChange, options }: Choice<V>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-3 pt-2 pb-1 text-12 text-faded md:px-2.5">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={next => onChange(next as V)}>
        {options.map(option => (
          <Base.RadioItem key={option.value} value={option.value} lang={option.lang} className={menuItemClass}>
            <span className="grid size-4 place-items-center">
              <Base.RadioItemIndicator>
                <Check size={14} aria-hidden />
              </Base.RadioItemIndicator>
            </span>
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}
