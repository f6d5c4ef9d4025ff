type Sending = {
  headers: Record<string, string>
  files: Record<string, File | undefined>
  signal?: AbortSignal | undefined
  /** The share of the bytes sent, 0 to 1. */
  onProgress?: ((sent: number) => void) | undefined
}

/** Posts files as a form, by XMLHttpRequest: fetch does not report upload progress. */
export function postFiles(address: string, sending: Sending): Promise<{ httpStatus: number; body: unknown }> {
  const { headers, files, signal, onProgress } = sending
  const form = new FormData()
  for (const [field, file] of Object.entries(files)) if (file) form.set(field, file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open('POST', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.upload.onload = () => onProgress?.(1)
    request.onload = () => resolve({ httpStatus: request.status, body: parsed(request.responseText) })
    request.onerror = request.onabort = () => reject(new Error('no answer'))
    request.onloadend = () => signal?.removeEventListener('abort', stop)
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) reject(new Error('stopped before it began'))
    else request.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
