/** For the worker's bundler: only this of the package's single entry point is loaded later. */
export { modelVolatility } from '#compute';
