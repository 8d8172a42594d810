// What the tests of a file play in: one browser, and for each test a service of its own.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { openBrowser, openPage, Service } from './stage.mjs';

/** A scene set anew for each test of the file that makes it, with the tables of a configuration where it is given; no script of its pages may throw. */
export class Scene {
  constructor(config = null) {
    before(async () => {
      this.browser = await openBrowser();
    });
    after(() => this.browser?.close());
    beforeEach(async () => {
      this.service = await Service.start(config);
      this.pages = [];
    });
    afterEach(async () => {
      const broken = this.pages.flatMap((page) => page.broken);
      for (const page of this.pages) await page.context().close();
      await this.service.stop();
      assert.deepEqual(broken, [], 'no script of a page has thrown');
    });
  }

  /** Opens a page of the service. */
  async open(path, options) {
    const page = await openPage(this.browser, this.service.address + path, options);
    this.pages.push(page);
    return page;
  }
}
