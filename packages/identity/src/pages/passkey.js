// Asks the device for a passkey and sends its answer with the form; once automatically, then at each press of the button.
const form = document.querySelector('form[data-passkey]')
const failed = document.querySelector('[data-passkey-failed]')
const bytes = text =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
const text = buffer =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const listed = (credentials = []) => credentials.map(one => ({ ...one, id: bytes(one.id) }))

async function answer() {
  const options = JSON.parse(form.dataset.options)
  options.challenge = bytes(options.challenge)
  if (form.dataset.passkey === 'get') {
    const got = await navigator.credentials.get({
      publicKey: { ...options, allowCredentials: listed(options.allowCredentials) },
    })
    const { authenticatorData, clientDataJSON, signature, userHandle } = got.response
    return shown(got, {
      authenticatorData: text(authenticatorData),
      clientDataJSON: text(clientDataJSON),
      signature: text(signature),
      ...(userHandle && { userHandle: text(userHandle) }),
    })
  }
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: listed(options.excludeCredentials),
    },
  })
  return shown(made, {
    attestationObject: text(made.response.attestationObject),
    clientDataJSON: text(made.response.clientDataJSON),
    transports: made.response.getTransports?.() ?? [],
  })
}

const shown = ({ id, type }, response) => JSON.stringify({ id, rawId: id, type, response, clientExtensionResults: {} })

let asking = false
async function ask() {
  if (asking) return
  asking = true
  failed.hidden = true
  try {
    form.elements.credential.value = await answer()
    form.submit()
  } catch {
    failed.hidden = false
  }
  asking = false
}

form.addEventListener('submit', event => {
  event.preventDefault()
  void ask()
})
void ask()
