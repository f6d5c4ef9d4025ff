import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { LessonPicture } from './LessonPicture.tsx'
import { keys } from './use-keys.ts'

const steps = [
  { of: 'aim', picture: { days: 6 } },
  { of: 'chart', picture: {} },
  { of: 'time', picture: { days: 9 } },
  { of: 'buy', picture: { days: 7, buys: true } },
  { of: 'sell', picture: { days: 13, buys: true, sells: true } },
  { of: 'figures', picture: { buys: true, sells: true, gain: true } },
  { of: 'end', picture: { buys: true, sells: true } },
] as const

/** Lazy-loaded. Explains the game in seven steps; arrow keys move between them. */
export default function Tutorial({ onClose }: { onClose: () => void }) {
  const t = useTranslation('fintrainer')
  const [at, setAt] = useState(0)
  const on = useRef<HTMLButtonElement>(null)
  const step = steps[at]!
  const last = at === steps.length - 1
  const go = (to: number) => setAt(Math.min(Math.max(to, 0), steps.length - 1))
  const walk = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1 }[event.key]
    if (to !== undefined) go(to)
  }
  return (
    <Dialog open narrow onClose={onClose} initialFocus={on} title={t('how')} closeLabel={t('close')}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={walk}>
        <LessonPicture {...step.picture} className="w-full rounded-sm border border-line bg-panel px-2" />
        <div aria-live="polite" className="mt-4 min-h-32">
          <p className="text-12 text-faded">{t('how.step', { step: at + 1, of: steps.length })}</p>
          <h3 className="mt-1 text-16 font-strong">{t(`how.${step.of}.title`)}</h3>
          <p className="mt-1 text-14">{t(`how.${step.of}`, keys)}</p>
        </div>
        <ol aria-hidden className="mt-3 flex justify-center gap-1.5">
          {steps.map(({ of }, place) => (
            <li key={of} className={`h-1 w-6 rounded-sm ${place <= at ? 'bg-accent' : 'bg-line'}`} />
          ))}
        </ol>
        <div className="mt-4 flex gap-3">
          <Button
            className="flex-1"
            disabled={at === 0}
            onClick={() => {
              if (at === 1) on.current?.focus()
              go(at - 1)
            }}
          >
            {t('how.back')}
          </Button>
          <Button ref={on} variant="main" className="flex-1" onClick={() => (last ? onClose() : go(at + 1))}>
            {t(last ? 'how.done' : 'how.on')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
