export { default } from 'web-push'
