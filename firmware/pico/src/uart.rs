//! The UART: bytes between the wire and the [`lines`](crate::lines).

use embassy_executor::SendSpawner;
use embassy_rp::pac::PADS_BANK0;
use embassy_rp::peripherals::UART0;
use embassy_rp::uart::{BufferedInterruptHandler, BufferedUart, BufferedUartRx, BufferedUartTx, Config};
use embassy_rp::{Peri, bind_interrupts, peripherals};
use embedded_io_async::{Read, Write};
use static_cell::ConstStaticCell;

use crate::lines;

bind_interrupts!(struct Interrupts {
    UART0_IRQ => BufferedInterruptHandler<UART0>;
});

/// Bytes that the interrupt keeps until the tasks come to them.
static TRANSMITTED: ConstStaticCell<[u8; 256]> = ConstStaticCell::new([0; 256]);
static RECEIVED: ConstStaticCell<[u8; 256]> = ConstStaticCell::new([0; 256]);

/// Begins to carry bytes.
pub(crate) fn open(
    spawner: SendSpawner,
    uart: Peri<'static, UART0>,
    transmit: Peri<'static, peripherals::PIN_0>,
    receive: Peri<'static, peripherals::PIN_1>,
) {
    let config = Config::default();
    let uart =
        BufferedUart::new(uart, transmit, receive, Interrupts, TRANSMITTED.take(), RECEIVED.take(), config);
    // With nothing on it the pin would read whatever hums near by.
    PADS_BANK0.gpio(1).modify(|pad| pad.set_pue(true));
    let (transmit, receive) = uart.split();
    if let (Ok(inward), Ok(outward)) = (carry_in(receive), carry_out(transmit)) {
        spawner.spawn(inward);
        spawner.spawn(outward);
    }
}

#[embassy_executor::task]
async fn carry_in(mut uart: BufferedUartRx) {
    let mut bytes = [0; 64];
    loop {
        // A break or noise is an error of the wire's: what it spoils, the checksums find.
        let count = uart.read(&mut bytes).await.unwrap_or_default();
        lines::UART.inward.write_all(bytes.get(..count).unwrap_or_default()).await;
    }
}

#[embassy_executor::task]
async fn carry_out(mut uart: BufferedUartTx) {
    let mut bytes = [0; 64];
    loop {
        let count = lines::UART.outward.read(&mut bytes).await;
        uart.write_all(bytes.get(..count).unwrap_or_default()).await.unwrap_or_default();
    }
}
