/** Large listings of Nasdaq and the large American funds, by venue code: one `SYMBOL Name` a line. Compiled November 2026. */
export const NASDAQ_LISTINGS: Readonly<Record<string, string>> = {
  NMS: `
AAPL Apple
ABNB Airbnb
ADBE Adobe
ADI Analog Devices
ADP Automatic Data Processing
ADSK Autodesk
AEP American Electric Power Company
AMAT Applied Materials
AMD Advanced Micro Devices
AMGN Amgen
AMZN Amazon.com
APP AppLovin
ARM Arm Holdings
ASML ASML Holding
AVGO Broadcom
BIDU Baidu
BIIB Biogen
BKNG Booking Holdings
CDNS Cadence Design Systems
CEG Constellation Energy
CHTR Charter Communications
CMCSA Comcast
CME CME Group
COIN Coinbase Global
COST Costco Wholesale
CPRT Copart
CRWD CrowdStrike Holdings
CSCO Cisco Systems
CSGP CoStar Group
CSX CSX
CTAS Cintas
CTSH Cognizant Technology Solutions
DASH DoorDash
DDOG Datadog
DKNG DraftKings
DLTR Dollar Tree
DOCU DocuSign
DXCM DexCom
EA Electronic Arts
EBAY eBay
ENPH Enphase Energy
EQIX Equinix
EXC Exelon
EXPE Expedia Group
FANG Diamondback Energy
FAST Fastenal
FITB Fifth Third Bancorp
FSLR First Solar
FTNT Fortinet
GEHC GE HealthCare Technologies
GFS GlobalFoundries
GILD Gilead Sciences
GOOG Alphabet Inc. Class C
GOOGL Alphabet Inc. Class A
HON Honeywell International
HOOD Robinhood Markets
IBKR Interactive Brokers Group
IDXX IDEXX Laboratories
ILMN Illumina
INTC Intel
INTU Intuit
ISRG Intuitive Surgical
JD JD.com
KDP Keurig Dr Pepper
KHC Kraft Heinz
KLAC KLA
LCID Lucid Group
LIN Linde
LOGI Logitech International
LRCX Lam Research
LULU Lululemon Athletica
MAR Marriott International
MCHP Microchip Technology
MDB MongoDB
MDLZ Mondelez International
MELI MercadoLibre
META Meta Platforms
MNST Monster Beverage
MPWR Monolithic Power Systems
MRNA Moderna
MRVL Marvell Technology
MSFT Microsoft
MSTR Strategy Inc
MU Micron Technology
NDAQ Nasdaq
NFLX Netflix
NTAP NetApp
NTES NetEase
NVDA NVIDIA
NXPI NXP Semiconductors
ODFL Old Dominion Freight Line
OKTA Okta
ON ON Semiconductor
ORLY O'Reilly Automotive
PANW Palo Alto Networks
PAYX Paychex
PCAR PACCAR Inc
PDD PDD Holdings
PEP PepsiCo
PLTR Palantir Technologies
PYPL PayPal Holdings
QCOM QUALCOMM
REGN Regeneron Pharmaceuticals
RIVN Rivian Automotive
ROKU Roku
ROP Roper Technologies
ROST Ross Stores
RYAAY Ryanair Holdings
SBUX Starbucks
SHOP Shopify
SMCI Super Micro Computer
SNPS Synopsys
SOFI SoFi Technologies
TCOM Trip.com Group
TEAM Atlassian
TMUS T-Mobile US
TROW T. Rowe Price Group
TSCO Tractor Supply
TSLA Tesla
TTD Trade Desk
TTWO Take-Two Interactive Software
TXN Texas Instruments
UAL United Airlines Holdings
ULTA Ulta Beauty
VRSK Verisk Analytics
VRTX Vertex Pharmaceuticals
WDAY Workday
XEL Xcel Energy
ZM Zoom Communications
ZS Zscaler
QQQ Invesco QQQ Trust
TLT iShares 20+ Year Treasury Bond ETF
`,
  PCX: `
SPY SPDR S&P 500 ETF Trust
VOO Vanguard S&P 500 ETF
IVV iShares Core S&P 500 ETF
VTI Vanguard Total Stock Market ETF
VEA Vanguard FTSE Developed Markets ETF
VWO Vanguard FTSE Emerging Markets ETF
DIA SPDR Dow Jones Industrial Average ETF Trust
IWM iShares Russell 2000 ETF
GLD SPDR Gold Shares
SLV iShares Silver Trust
XLE Energy Select Sector SPDR Fund
XLF Financial Select Sector SPDR Fund
XLK Technology Select Sector SPDR Fund
XLV Health Care Select Sector SPDR Fund
SCHD Schwab U.S. Dividend Equity ETF
EEM iShares MSCI Emerging Markets ETF
`,
};
