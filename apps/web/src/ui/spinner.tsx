import { useEffect, useState } from 'react'

/** A spinner that appears only after 200 ms. */
export function Spinner({ label }: { label: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className="grid min-h-48 place-items-center">
      {late && <span className="size-6 animate-spin rounded-full border-2 border-line border-t-accent" aria-hidden />}
      <span className="sr-only">{late ? label : ''}</span>
    </output>
  )
}
