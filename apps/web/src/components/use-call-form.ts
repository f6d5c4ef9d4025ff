import type { AnyCall } from '@finlist/contract/call'
import type { CallErrorEntry } from '@finlist/contract/envelope'
import { checkCall } from '@finlist/contract/issues'
import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldErrors, type FieldValues, useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CallError } from '../api/call-error.ts'
import { currentLanguage } from '../api/language.ts'
import { type RequestOptions, request } from '../api/request.ts'
import { useTranslation } from '../i18n/texts.ts'
import { failureText } from './failure-text.ts'

type Parts<C extends AnyCall> = Omit<RequestOptions<C>, 'signal' | 'idempotencyKey'>
/** The values as parsed by the call's schemas. */
type Judged<C extends AnyCall> = {
  [K in keyof Parts<C>]: K extends 'query' | 'body' ? z.output<C[K]> : Parts<C>[K]
}
/**
 * The shape of `T` with values of any type, because the form passes on the values as typed, and the call's schema
 * validates them.
 */
type Unjudged<T> = T extends readonly unknown[]
  ? readonly unknown[]
  : T extends object
    ? { [K in keyof T]: unknown }
    : T
type Wrong<V> = { [name in keyof V]?: string | false | undefined }

export type CallForm<C extends AnyCall, V extends FieldValues, A> = {
  /** The initial values, by field name. */
  start: V
  /** Builds the call's arguments from the values, before its schema parses them. */
  ask: (values: V) => { [K in keyof Parts<C>]: K extends 'params' ? Parts<C>[K] : Unjudged<Parts<C>[K]> }
  /** Maps a field of the call to a form field with another name. */
  fields?: Record<string, keyof V & string>
  /** The field that shows an error which names none of the form's fields. */
  otherwise?: keyof V & string
  /** Error texts of fields, replacing the contract's. */
  words?: Wrong<V>
  /** Validates what the call's schema cannot. */
  check?: (values: V) => Wrong<V>
  /** Sends the valid values. If omitted, the form makes the call. */
  send?: (asked: Judged<C>, values: V) => Promise<A>
  /** Called with the valid values instead of sending them; the form's `send` sends them later. */
  onGood?: (values: V) => unknown
  onDone?: (answer: A, asked: Judged<C>, values: V) => unknown
  /** Receives the errors found before sending. Afterwards the first invalid field gets the focus. */
  onWrong?: (wrong: Wrong<V>) => unknown
  /** Receives the server's refusal, or a schema error that belongs to no field. Awaited before the focus moves. */
  onFailed?: (error: unknown, values: V) => unknown
}

/**
 * A form for one call. Rejects what the call's schema rejects, with the server's error texts, and shows the server's
 * refusals at their fields. After an error, the first invalid field gets the focus, and the input stays. While a
 * request is pending, the form cannot be sent again.
 */
export function useCallForm<C extends AnyCall, V extends FieldValues, A = z.output<C['data']>>(
  call: C,
  { start, ask, fields, otherwise, words, check, send, onGood, onDone, onWrong, onFailed }: CallForm<C, V, A>,
) {
  const t = useTranslation()
  const ref = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const [failure, setFailure] = useState<unknown>()
  const toFocus = useRef<{ name?: string }>(undefined)
  const [, show] = useState({})

  const judge = (values: V) => checkCall(call, ask(values) as object, currentLanguage())
  const placeOf = ({ field = '' }: CallErrorEntry): string | undefined => {
    const last = field.slice(field.lastIndexOf('.') + 1)
    return fields?.[field] ?? fields?.[last] ?? [field, last].find(name => Object.hasOwn(start, name)) ?? otherwise
  }
  const faultsOf = (values: V): Record<string, string> => {
    const found: Record<string, string> = {}
    for (const entry of judge(values).wrong) {
      const name = placeOf(entry) ?? unplaced
      found[name] ??= words?.[name] || entry.message
    }
    for (const [name, message] of Object.entries(check?.(values) ?? {})) if (message) found[name] = message
    return found
  }
  const form = useForm<V>({
    defaultValues: start as DefaultValues<V>,
    shouldFocusError: false,
    resolver: values => {
      const found = Object.entries(faultsOf(values))
      if (found.length === 0) return { values, errors: {} }
      return {
        values: {},
        errors: Object.fromEntries(found.map(([name, message]) => [name, { type: 'call', message }])) as FieldErrors<V>,
      }
    },
  })
  const { errors, isSubmitted } = form.formState
  const values = useWatch({ control: form.control }) as V

  const sending = useMutation({
    mutationFn: async (values: V): Promise<{ answer: A; asked: Judged<C> }> => {
      const asked = judge(values).asked as Judged<C>
      const sendCall = request as unknown as (call: C, asked: Judged<C>) => Promise<A>
      return { answer: await (send ? send(asked, values) : sendCall(call, asked)), asked }
    },
    onSuccess: async ({ answer, asked }, values) => {
      await onDone?.(answer, asked, values)
    },
  })
  const sendNow = async (values: V) => {
    if (isSending.current) return
    isSending.current = true
    setFailure(undefined)
    const failed = await sending.mutateAsync(values).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    isSending.current = false
    if (!failed) return
    place(failed.error)
    await onFailed?.(failed.error, values)
    setFocus({})
  }
  const place = (error: unknown) => {
    const entries = error instanceof CallError ? error.errors : []
    const placed = new Map(entries.toReversed().map(entry => [placeOf(entry), entry.message]))
    for (const [name, message] of placed) if (name) form.setError(name as never, { type: 'server', message })
    if (![...placed.keys()].some(Boolean)) setFailure(error)
  }
  const onSubmit = async (event: SyntheticEvent) => {
    let found: Wrong<V> | undefined
    const act = form.handleSubmit(
      good => void (onGood ?? sendNow)(good as unknown as V),
      refused => {
        found = Object.fromEntries(Object.entries(refused).map(([name, it]) => [name, it?.message])) as Wrong<V>
      },
    )
    await act(event)
    if (!found) return
    const message = found[unplaced]
    if (message) await onFailed?.(new CallError(call.path, 400, [{ message }]), form.getValues())
    else await onWrong?.(found)
    setFocus({})
  }
  const setFocus = (wanted: { name?: string }) => {
    toFocus.current = wanted
    show({})
  }
  // A field cannot receive the focus while its form is being sent.
  const { isPending } = sending
  useEffect(() => {
    const wanted = toFocus.current
    if (!wanted || isPending) return
    toFocus.current = undefined
    const found = wanted.name
      ? ref.current?.elements.namedItem(wanted.name)
      : ref.current?.querySelector<HTMLElement>(firstWrong)
    if (!(found instanceof HTMLElement)) return
    // Focuses the field again, so that a screen reader reads it with its error.
    if (found === document.activeElement) found.blur()
    found.focus()
  })

  const set = <N extends keyof V & string>(name: N, value: V[N]) => {
    form.setValue(name as never, value as never, { shouldValidate: isSubmitted })
    if (!isSubmitted) form.clearErrors(name as never)
    setFailure(undefined)
  }
  const wrong = (name: keyof V & string) => errors[name]?.message as string | undefined
  return {
    /** Properties of the form element. */
    props: { ref, noValidate: true, 'aria-busy': isPending, onSubmit: (event: SyntheticEvent) => void onSubmit(event) },
    values,
    set,
    wrong,
    /** Properties of a text field. */
    field: (name: keyof V & string) => ({
      name,
      value: values[name] as string,
      wrong: wrong(name),
      onChange: ({ target }: { target: { value: string } }) => set(name, target.value as V[typeof name]),
    }),
    isSending: isPending,
    /** Whether the input differs from the initial values and would be lost. */
    isTyped: JSON.stringify(values) !== JSON.stringify(form.formState.defaultValues),
    answer: sending.data?.answer,
    /** The error that belongs to no field. */
    failure,
    /** The text of the refusal that belongs to no field. */
    refusal:
      (errors[unplaced]?.message as string | undefined) ??
      (failure === undefined ? undefined : failureText(failure, t)),
    /** Sends the given values, not those in the form, and leaves their validation to the server. */
    send: sendNow,
    focus: (name?: keyof V & string) => setFocus(name === undefined ? {} : { name }),
    reset: (values: V) => {
      form.reset(values)
      setFailure(undefined)
    },
    /** Clears the response, for example when it is outdated. */
    forget: sending.reset,
  }
}

/** The name used for errors that belong to no field. */
const unplaced = 'request'
/** A group of fields that is invalid as a group carries `data-wrong`. */
const firstWrong = '[aria-invalid=true], [data-wrong] :is(input, select, button)'
