import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { createTransport } from 'nodemailer'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The renderer of mails with our components, and the client of SMTP. */
export const mail = {
  createElement,
  createTransport,
  renderToStaticMarkup,
  parts: { Body, Container, Head, Html, Preview },
}
