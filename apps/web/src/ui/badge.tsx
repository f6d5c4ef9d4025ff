import type { ReactNode } from 'react'

const variants = {
  plain: 'border-edge text-faded',
  accent: 'border-accent text-accent',
  good: 'border-good text-good',
  wrong: 'border-wrong text-wrong',
}

export function Badge({ variant = 'plain', children }: { variant?: keyof typeof variants; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-sm border px-1.5 text-12 font-strong whitespace-nowrap max-md:whitespace-normal ${variants[variant]}`}
    >
      {children}
    </span>
  )
}
