/** Loaded with the first indicator that shows it: the model's code is not in the page. */
export { modelVolatility } from '#compute';
