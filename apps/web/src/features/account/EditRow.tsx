import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { LeaveGuard } from '../../components/leave-guard.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'

type Props = Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder'> & {
  label: string
  value: string
  onChange: (value: string) => void
  /**
   * `rest`: only the edit button is shown. `edit`: the field is open. `busy`: the value is being saved. `wait`: a step
   * below must be completed first.
   */
  state: 'rest' | 'edit' | 'busy' | 'wait'
  /** Whether the field's value differs from the saved one. */
  isTyped: boolean
  onEdit: () => void
  onConfirm: () => void
  onCancel: () => void
  beside?: ReactNode
  children?: ReactNode
}

/** One line of the profile. Its field is disabled until the edit button is pressed. Enter confirms, Escape cancels. */
export function EditRow({
  label,
  state,
  isTyped,
  onChange,
  onEdit,
  onConfirm,
  onCancel,
  beside,
  children,
  ...field
}: Props) {
  const t = useTranslation('account')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const edit = useRef<HTMLButtonElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (state === 'edit' && before.current !== 'edit') input.current?.select()
    if (state === 'rest' && before.current !== 'rest') edit.current?.focus()
    // The beginning of the value may have scrolled out of view during typing.
    if (state !== 'edit' && input.current) input.current.scrollLeft = 0
    before.current = state
  }, [state])
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') onConfirm()
    if (key === 'Escape') onCancel()
  }
  const open = state === 'edit' || state === 'busy'
  return (
    <div className="border-b border-line py-1.5" aria-busy={state === 'busy'}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label htmlFor={id} className={`w-full text-13 text-faded md:w-24 ${open ? '' : 'max-md:-mb-2'}`}>
          {label}
        </label>
        <span className="flex min-w-[min(100%,11rem)] flex-1 items-center gap-2">
          <input
            ref={input}
            id={id}
            disabled={state !== 'edit'}
            onChange={({ target }) => onChange(target.value)}
            onKeyDown={onKeyDown}
            className={`h-11 min-w-0 rounded-md border bg-transparent text-16 text-ink [-webkit-text-fill-color:currentColor] placeholder:text-faded disabled:opacity-100 md:h-9 md:text-14 ${open ? 'flex-1 border-edge bg-raised px-3' : 'max-w-full border-transparent text-ellipsis [field-sizing:content]'}`}
            {...field}
          />
          {state === 'rest' && beside}
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          {state === 'rest' ? (
            <Button
              ref={edit}
              variant="quiet"
              className="-mr-3 px-3! text-accent!"
              aria-label={t('edit-field', { label })}
              onClick={onEdit}
            >
              {t('edit')}
            </Button>
          ) : (
            <>
              <Button aria-label={t('cancel-field', { label })} disabled={state === 'busy'} onClick={onCancel}>
                {t('cancel')}
              </Button>
              {state !== 'wait' && (
                <Button
                  variant="main"
                  aria-label={t('confirm-field', { label })}
                  disabled={state === 'busy'}
                  onClick={onConfirm}
                >
                  {t(state === 'busy' ? 'submitting' : 'confirm')}
                </Button>
              )}
            </>
          )}
        </span>
      </div>
      {children}
      {isTyped && state !== 'rest' && <LeaveGuard />}
    </div>
  )
}
