// The service worker of the site. It shows what push services bring and opens its address. It answers no requests.

self.addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data.json()
  const options = { body, tag, lang: 'pt-BR', icon: '/icon.svg', data: { url } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data.url ?? '/meus-recortes'))
})
