import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { BasicMovers } from './BasicMovers.tsx'
import { PlusMovers } from './PlusMovers.tsx'

const addresses = { basic: '/market-movers-hk', plus: '/market-movers-plus-hk' } as const
const tabs = ['basic', 'plus'] as const

/** The largest moves within the hour, in tabs that have their own addresses. */
export default function MoversScreen() {
  const t = useTranslation('movers')
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const shown = pathname.startsWith(addresses.plus) ? 'plus' : 'basic'
  const byTab = (state as { byTab?: boolean } | null)?.byTab === true
  const choose = (tab: string, how: 'press' | 'arrow') =>
    void navigate(addresses[tab as keyof typeof addresses], { replace: how === 'arrow', state: { byTab: true } })
  useFocusOnTab(byTab)
  return (
    <>
      <PageHeader title={t(shown === 'plus' ? 'screen.movers-plus' : 'screen.movers')} />
      <Tabs
        label={t('screen.movers')}
        tabs={tabs.map(tab => ({ value: tab, label: t(`tab.${tab}`) }))}
        value={shown}
        onChange={choose}
        panel="movers"
      />
      <div id="movers" role="tabpanel" aria-label={t(`tab.${shown}`)} className="pt-4">
        {shown === 'plus' ? <PlusMovers /> : <BasicMovers />}
      </div>
    </>
  )
}

/** Keeps the focus on the tabs after one was selected, because a navigation would move it to the title. */
function useFocusOnTab(byTab: boolean) {
  useEffect(() => {
    if (!byTab) return undefined
    const later = setTimeout(() =>
      document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus({ preventScroll: true }),
    )
    return () => clearTimeout(later)
  }, [byTab])
}
