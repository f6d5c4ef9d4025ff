import type { ReactNode } from 'react'

const looks = {
  plain: 'border-edge text-faded',
  accent: 'border-accent text-accent',
  good: 'border-good text-good',
  wrong: 'border-wrong text-wrong',
}

export function Badge({ look = 'plain', children }: { look?: keyof typeof looks; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-sm border px-1.5 text-12 font-strong whitespace-nowrap max-[352px]:whitespace-normal ${looks[look]}`}
    >
      {children}
    </span>
  )
}
