import { useLayoutEffect, useRef, useState } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { useTranslation } from '../../i18n/texts.ts'

/**
 * Lazy-loaded. The operator's third-party chart. It is sandboxed in a separate page, so its script can access neither
 * our page nor our browser storage.
 */
export default function GlobalWidget() {
  const t = useTranslation('chart')
  const place = useRef<HTMLDivElement>(null)
  const [theme, setTheme] = useState<string>()
  useLayoutEffect(() => {
    if (place.current) setTheme(isDark(place.current) ? 'dark' : 'light')
  }, [])
  return (
    <div ref={place}>
      {theme && (
        <iframe
          title={t('widget')}
          src={`/chart-widget?theme=${theme}&language=${currentLanguage()}`}
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
          className="h-125 w-full border border-line md:h-[max(31.25rem,calc(100dvh-18rem))]"
        />
      )}
      <p className="pt-1 text-12 text-faded">{t('widget.note')}</p>
    </div>
  )
}

/** Whether a dark colour scheme is in effect, chosen by the user or the system. */
function isDark(place: HTMLElement): boolean {
  const probe = document.createElement('span')
  probe.style.color = 'light-dark(#fff, #000)'
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color === 'rgb(0, 0, 0)'
}
