import { type KeyboardEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { leaving } from '../../components/leaving.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { type AccountTab, accountTabs, addressOf } from './use-account-tab.ts'

/** The tabs of My Account, each with its own address. Arrow keys, Home and End also switch between them. */
export function AccountTabs({ chosen }: { chosen: AccountTab }) {
  const t = useTranslation('account')
  const navigate = useNavigate()
  const strip = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent) => {
    const at = accountTabs.indexOf(chosen)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: accountTabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : accountTabs[to]
    if (!next) return
    event.preventDefault()
    strip.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus()
    leaving(() => void navigate(addressOf(next), { replace: true }))
  }
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label={t('tabs')}
      className="-mt-3 flex flex-wrap gap-x-5 border-b border-line"
    >
      {accountTabs.map(tab => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === chosen}
          aria-controls="account-panel"
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => leaving(() => void navigate(addressOf(tab)))}
          onKeyDown={walk}
          className="-mb-px min-h-11 border-b-2 border-transparent text-14 text-faded hover:text-ink aria-selected:border-accent aria-selected:font-strong aria-selected:text-accent md:min-h-10"
        >
          {t(`tab.${tab}`)}
        </button>
      ))}
    </div>
  )
}
