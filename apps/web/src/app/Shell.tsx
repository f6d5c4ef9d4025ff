import { user } from '@finlist/contract/account/account'
import { useQuery } from '@tanstack/react-query'
import { createElement, lazy, type MouseEvent, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useNetworkIdle } from '../api/network-idle.ts'
import { useOperator } from '../api/operator.ts'
import { callQuery } from '../api/query-client.ts'
import { useStored } from '../api/storage.ts'
import { useTranslation } from '../i18n/texts.ts'
import { useIsPhone } from '../ui/is-phone.ts'
import { sidebarNow } from './navigation/fetch-sidebar.ts'
import { Header } from './navigation/Header.tsx'
import { TabBar } from './navigation/TabBar.tsx'
import { TestPayments } from './notices/TestPayments.tsx'
import { useRouteChange } from './use-route-change.ts'

const Late = lazy(() => import('./Late.tsx'))

/**
 * Moves the focus to the content without adding a fragment to the address. If the address had one, going back would
 * move the focus there again.
 */
function skip(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/** The frame around every screen: header, sidebar on a desktop, tab bar on a phone. */
export function Shell() {
  const t = useTranslation()
  const { collapsed } = useStored('sidebar')
  const { demoData } = useOperator()
  const isPhone = useIsPhone()
  const quiet = useNetworkIdle()
  const { data: me } = useQuery({ ...callQuery(user), enabled: false })
  useRouteChange()
  return (
    <div className="min-h-dvh">
      <a href="#content" onClick={skip} className="skip">
        {t('skip')}
      </a>
      <Header />
      {!isPhone && <Suspense>{createElement(sidebarNow())}</Suspense>}
      <div
        className={`flex min-h-[calc(100dvh-3rem)] flex-col max-md:pb-(--tab-bar) ${collapsed ? 'md:pl-14' : 'md:pl-58'}`}
      >
        <TestPayments />
        <Suspense>{quiet && <Late />}</Suspense>
        <main
          id="content"
          tabIndex={-1}
          className="peer w-full max-w-400 flex-1 px-4 pt-4 pb-10 outline-none md:px-8 md:pt-6"
        >
          <Outlet />
        </main>
        {/* Hidden while the page has no data yet, because the footer would jump when the data arrives. */}
        <footer className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-3 text-12 text-faded peer-has-data-waiting:invisible md:mx-8 md:px-0">
          <p>{t('footer.educational')}</p>
          {demoData && <p>{t('demo')}</p>}
          {me?.version && <p>{me.version}</p>}
        </footer>
      </div>
      {isPhone && <TabBar />}
    </div>
  )
}
