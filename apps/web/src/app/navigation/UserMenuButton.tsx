import { CircleUserRound } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/texts.ts'

const load = () => import('./UserMenu.tsx')
const UserMenu = lazy(load)

/** Loads the menu's code as soon as the pointer or the focus reaches the button. */
export function UserMenuButton() {
  const t = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const change = (now: boolean) => {
    setWanted(true)
    setOpen(now)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t('user-menu.label')}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => change(!open)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          change(true)
        }}
        className="grid size-[44px] shrink-0 place-items-center rounded-md text-ink hover:bg-wash aria-expanded:bg-wash md:size-9"
      >
        <CircleUserRound size={21} aria-hidden strokeWidth={1.75} />
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <UserMenu anchor={button} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
