import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../i18n/texts.ts'
import { Button, type ButtonVariant } from '../ui/button.tsx'

const saidForMs = 2_000

/** Copies `text` to the clipboard and briefly confirms it. Renders nothing if the page has no access to a clipboard. */
export function CopyButton({
  text,
  label,
  variant,
  className,
}: {
  text: string
  /** What the button says instead of “Copy”. */
  label?: string
  variant?: ButtonVariant
  className?: string
}) {
  const t = useTranslation('shell')
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), saidForMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  if (!('clipboard' in navigator)) return null
  const Sign = isCopied ? Check : Copy
  return (
    <Button
      {...(variant && { variant })}
      {...(className && { className })}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true), console.error)}
    >
      <Sign size={15} aria-hidden />
      <span aria-live="polite">{isCopied ? t('copied') : (label ?? t('copy'))}</span>
    </Button>
  )
}
