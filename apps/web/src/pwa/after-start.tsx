/// <reference types="vite-plugin-pwa/react" />

import { useRegisterSW } from 'virtual:pwa-register/react'
import { useTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'

/** Registers the service worker once the page stands, and asks before a new version takes over. */
export default function AfterStart() {
  const t = useTexts()
  const {
    needRefresh: [ready, setReady],
    updateServiceWorker,
  } = useRegisterSW()
  if (!ready) return null
  return (
    <output className="fixed inset-x-3 bottom-[calc(var(--tab-bar)+0.75rem)] z-30 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-raised py-2 pr-2 pl-4 shadow-float md:right-auto md:left-4">
      <span className="mr-auto text-14">{t('update.ready')}</span>
      <Button look="quiet" onClick={() => setReady(false)}>
        {t('update.later')}
      </Button>
      <Button look="main" onClick={() => void updateServiceWorker(true)}>
        {t('update.reload')}
      </Button>
    </output>
  )
}
