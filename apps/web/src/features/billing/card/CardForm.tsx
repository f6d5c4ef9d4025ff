import { seldomFacts } from '@finlist/i18n/seldom-facts'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { CardClient, CardField, FieldStyle } from '../../../api/card-client/card-client.ts'
import { currentLanguage } from '../../../api/language.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

type State = { complete: boolean; error?: string | undefined }
type Props = {
  /** The client from `useCardClient`. Until it has loaded, placeholders of the same height are shown. */
  client: CardClient | undefined
  /** Receives whether number, expiry and CVC are all complete. Payment is impossible until they are. */
  onComplete: (complete: boolean) => void
  /** An error that concerns the card as a whole, not a single field. */
  wrong?: string | undefined
  disabled?: boolean
}

const fields: readonly CardField[] = ['number', 'expiry', 'cvc']
const untouched: Record<CardField, State> = {
  number: { complete: false },
  expiry: { complete: false },
  cvc: { complete: false },
}

/** Three fields in frames of the payment provider. The card details typed there never reach this page. */
export function CardForm({ client, onComplete, wrong, disabled = false }: Props) {
  const t = useTranslation('billing')
  const boxes = { number: useRef<HTMLDivElement>(null), expiry: useRef(null), cvc: useRef(null) }
  const [states, setStates] = useState(untouched)
  const [focused, setFocused] = useState<CardField>()
  const id = useId()
  const wrongFields = fields.filter(field => states[field].error)
  const general = wrongFields.length > 0 ? undefined : wrong
  useMounted(client, boxes, {
    onState: (field, state) => setStates(before => ({ ...before, [field]: state })),
    onFocus: (field, hasFocus) => setFocused(now => (hasFocus ? field : now === field ? undefined : now)),
  })

  const isComplete = fields.every(field => states[field].complete)
  const tell = useEffectEvent(onComplete)
  useEffect(() => tell(isComplete), [isComplete])

  return (
    <fieldset
      disabled={disabled}
      aria-describedby={
        [...wrongFields, ...(general ? ['form'] : [])].map(name => `${id}-${name}`).join(' ') || undefined
      }
      className="min-w-0"
    >
      <legend className="sr-only">{t('card')}</legend>
      <div
        className={`grid grid-cols-2 items-start gap-x-3 gap-y-3 ${disabled ? 'pointer-events-none opacity-55' : ''}`}
      >
        {fields.map(field => {
          const { error } = states[field]
          return (
            <div key={field} className={field === 'number' ? 'col-span-2' : ''}>
              <p className="mb-1 text-13 font-strong">{t(`card.${field}`)}</p>
              <div
                ref={boxes[field]}
                data-focused={field === focused || undefined}
                className={`relative flex h-11 cursor-text items-center overflow-hidden rounded-md border bg-raised px-3 outline-offset-1 outline-accent data-focused:outline-2 md:h-10 [&>*]:min-w-0 [&>*]:flex-1 ${error ? 'border-wrong' : 'border-edge'}`}
              >
                {!client && <Skeleton className="absolute inset-2" />}
              </div>
              <p id={`${id}-${field}`} role="alert" className="mt-1 text-13 text-wrong empty:hidden">
                {error}
              </p>
            </div>
          )
        })}
      </div>
      <p id={`${id}-form`} role="alert" className="mt-1.5 text-13 text-wrong empty:hidden">
        {general}
      </p>
    </fieldset>
  )
}

function useMounted(
  client: CardClient | undefined,
  boxes: Record<CardField, RefObject<HTMLDivElement | null>>,
  on: { onState: (field: CardField, state: State) => void; onFocus: (field: CardField, hasFocus: boolean) => void },
): void {
  const tell = useEffectEvent(on.onState)
  const tellFocus = useEffectEvent(on.onFocus)
  const places = useEffectEvent(() => ({
    number: boxes.number.current!,
    expiry: boxes.expiry.current!,
    cvc: boxes.cvc.current!,
  }))
  useEffect(() => {
    if (!client) return
    const targets = places()
    const mounted = client.mountFields(targets, (field, state) => tell(field, state), {
      locale: seldomFacts[currentLanguage()].payments,
      style: styleOf(targets.number),
      onFocus: (field, hasFocus) => tellFocus(field, hasFocus),
    })
    return () => mounted.destroy()
  }, [client])
}

/** This page's style. It is passed to the frames, which cannot read it themselves. */
function styleOf(box: HTMLElement): FieldStyle {
  const { fontFamily, color, colorScheme } = getComputedStyle(box)
  const colorOf = (name: string) => {
    const probe = box.appendChild(document.createElement('span'))
    probe.style.color = `var(--${name})`
    const found = getComputedStyle(probe).color
    probe.remove()
    return found
  }
  return {
    fontFamily,
    // With a smaller font, a phone would zoom into the field.
    fontSize: '16px',
    color,
    placeholderColor: colorOf('faded'),
    errorColor: colorOf('wrong'),
    colorScheme: isDark(colorScheme) ? 'dark' : 'light',
  }
}

const isDark = (scheme: string) =>
  scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
