import type { ComponentProps, MouseEvent } from 'react'

const shape =
  'inline-flex min-h-11 md:min-h-9 items-center justify-center gap-2 rounded-md px-4 text-center text-14 font-strong no-underline transition-colors disabled:opacity-55 aria-disabled:opacity-55'
const variants = {
  main: 'bg-accent text-accent-ink hover:usable:bg-[color-mix(in_oklab,var(--accent),var(--ink)_18%)]',
  subscribe: 'bg-subscribe text-subscribe-ink hover:usable:bg-[color-mix(in_oklab,var(--subscribe),#201a00_8%)]',
  plain: 'border border-edge bg-raised text-ink hover:usable:bg-wash',
  quiet: 'text-ink hover:usable:bg-wash',
}
export type ButtonVariant = keyof typeof variants

/** The classes of a button, also for a link that looks like one. */
export const buttonClass = (variant: ButtonVariant = 'plain', more = '') => `${shape} ${variants[variant]} ${more}`

export function Button({
  variant = 'plain',
  className = '',
  type = 'button',
  ...props
}: ComponentProps<'button'> & { variant?: ButtonVariant }) {
  return <button type={type} className={buttonClass(variant, className)} {...keepingFocus(props)} />
}

/** The props of a button that, while disabled, does nothing but keeps the focus. */
export const keepingFocus = ({ disabled, ...props }: ComponentProps<'button'>): ComponentProps<'button'> =>
  disabled ? { ...props, 'aria-disabled': true, onClick: doNothing } : props

const doNothing = (event: MouseEvent) => event.preventDefault()
