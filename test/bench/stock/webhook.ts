export { Webhook } from 'standardwebhooks'
