export { userStateIN as t } from './en-IN.user-state';
